import { afterEach, expect, test } from 'vitest';
import { focusWhenLost } from './focus-when-lost.ts';

afterEach(() => document.body.replaceChildren());

test('focus moves to the target once the focused element is gone, and not before', async () => {
  const [held, target] = [makeButton('held'), makeButton('target')];
  held.focus();
  focusWhenLost(() => target);
  await nextFrame();
  expect(document.activeElement).toBe(held);
  held.remove();
  await expect.poll(() => document.activeElement).toBe(target);
});

test('a later call replaces a pending one', async () => {
  const [held, earlier, later] = [makeButton('held'), makeButton('earlier'), makeButton('later')];
  held.focus();
  focusWhenLost(() => earlier);
  focusWhenLost(() => later);
  held.remove();
  await expect.poll(() => document.activeElement).toBe(later);
});

test('a target that cannot take focus yet, as behind a closing dialog, gets it when it can', async () => {
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

test('focus behind an open dialog counts as lost, too', async () => {
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
