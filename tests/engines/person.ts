import { expect } from '@playwright/test';
import type { Engine } from './engine.ts';

const mark = 'data-found';

/** Scripts that mark the element with a role and a name, and return whether it can be used. */
const findings = {
  field: (name: string) =>
    `[...document.querySelectorAll('label')].find((each) => each.textContent.trim() === ${JSON.stringify(name)})?.control`,
  button: (name: string) => byText('button, [role=button]', name),
  link: (name: string) => byText('a[href]', name),
};

function byText(selector: string, name: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => !each.disabled && each.textContent.trim() === ${JSON.stringify(name)})`;
}

/** Actions of a person in a browser that Playwright does not drive: each step waits for its element. */
export function personAt(engine: Engine) {
  const find = async (kind: keyof typeof findings, name: string): Promise<string> => {
    const script = `(() => {
      const found = ${findings[kind](name)};
      for (const each of document.querySelectorAll('[${mark}]')) each.removeAttribute('${mark}');
      found?.setAttribute('${mark}', '');
      return found !== undefined && found !== null;
    })()`;
    await expect.poll(() => engine.evaluate<boolean>(script), { message: `${kind} «${name}»` }).toBe(true);
    return `[${mark}]`;
  };
  return {
    type: async (field: string, text: string) => engine.type(await find('field', field), text),
    press: async (button: string) => engine.click(await find('button', button)),
    follow: async (link: string) => engine.click(await find('link', link)),
    choose: async (field: string, file: string) => engine.choose(await find('field', field), file),
    /** Waits until the screen contains these words. */
    reads: (words: string | RegExp) =>
      expect.poll(() => engine.evaluate<string>('document.body?.innerText ?? ""'), { timeout: 60_000 }).toMatch(words),
    isAt: (path: string | RegExp) =>
      expect.poll(() => engine.evaluate<string>('location.pathname + location.search')).toMatch(path),
  };
}
