import { afterEach, expect, test } from 'vitest';
import { focusWhenLost } from './focus-when-lost.ts';

afterEach(() => document.body.replaceChildren());

test('the focus goes to the target once what held it is gone, and not before', async () => {
  const [held, target] = [makeButton('held'), makeButton('target')];
  held.focus();
  focusWhenLost(() => target);
  await nextFrame();
  expect(document.activeElement).toBe(held);
  held.remove();
  await expect.poll(() => document.activeElement).toBe(target);
});

test('a call that still waits gives way to a later one', async () => {
  const [held, earlier, later] = [makeButton('held'), makeButton('earlier'), makeButton('later')];
  held.focus();
  focusWhenLost(() => earlier);
  focusWhenLost(() => later);
  held.remove();
  await expect.poll(() => document.activeElement).toBe(later);
});

test('a target that takes no focus yet, as behind a dialog that is just closing, gets it when it can', async () => {
  const [held, target] = [makeButton('held'), makeButton('target')];
  target.disabled = true;
  held.focus();
  focusWhenLost(() => target);
  held.remove();
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  expect(document.activeElement).toBe(document.body);
  target.disabled = false;
  await expect.poll(() => document.activeElement).toBe(target);
});

test('behind an open dialog the focus is lost, too', async () => {
  const [behind, held, target] = [makeButton('behind'), makeButton('held'), makeButton('target')];
  behind.setAttribute('aria-hidden', 'true');
  held.focus();
  focusWhenLost(() => target);
  behind.focus();
  held.remove();
  await expect.poll(() => document.activeElement).toBe(target);
});

function makeButton(name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = name;
  document.body.append(button);
  return button;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
