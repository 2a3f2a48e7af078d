import { beforeEach, vi } from 'vitest';

/**
 * Makes lists render lines and recordings play, which jsdom without sizes and media does not do.
 * @returns the recordings that were played: their id, or «first» where there is none, and the second
 */
export function watchPlaying(): string[] {
  const played: string[] = [];
  beforeEach(() => {
    played.length = 0;
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(this: HTMLMediaElement) {
      played.push(`${new URL(this.src).searchParams.get('recording_id') ?? 'first'} ${this.currentTime}`);
      return Promise.resolve();
    });
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  });
  return played;
}
