import type { Page } from '@playwright/test';

export interface SeenPicture {
  type: string;
  width: number;
  height: number;
  /** Whether every pixel is opaque, including the corners. */
  isSquareFull: boolean;
  /** Whether the corners are transparent. */
  hasClearGround: boolean;
  /** Share of the pixels that are not transparent. */
  filled: number;
  /** Greatest distance from the centre of a pixel that differs from the background, as a share of half the width. */
  reach: number;
}

/** Reads a picture as the browser draws it. */
export function readPicture(page: Page, src: string): Promise<SeenPicture> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address);
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('no canvas');
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, width, height);
    const ground = [...data.slice(0, 4)];
    let opaque = 0;
    let filled = 0;
    let reach = 0;
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0;
      if (alpha === 255) opaque += 1;
      if (alpha > 0) filled += 1;
      if (ground.every((part, place) => part === data[at + place])) continue;
      const x = ((at / 4) % width) + 0.5 - width / 2;
      const y = Math.floor(at / 4 / width) + 0.5 - height / 2;
      reach = Math.max(reach, Math.hypot(x, y) / (width / 2));
    }
    const pixels = width * height;
    return {
      type: answer.headers.get('content-type') ?? '',
      width,
      height,
      isSquareFull: opaque === pixels,
      hasClearGround: ground[3] === 0,
      filled: filled / pixels,
      reach,
    };
  }, src);
}
