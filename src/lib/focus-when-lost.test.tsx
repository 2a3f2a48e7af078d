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

function makeButton(name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = name;
  document.body.append(button);
  return button;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
