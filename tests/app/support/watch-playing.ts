import { beforeEach, vi } from 'vitest';

/**
 * Lets lines be drawn and recordings be played, which a browser of no size and without media does not.
 * @returns what was played in a test: the id of the recording, «first» without one, and the second
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
