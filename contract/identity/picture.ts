export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Type of a picture by its content, with width and height in pixels. */
export interface PictureFacts {
  type: PictureType;
  width: number;
  height: number;
}

/**
 * Reads type and size of a picture from its first bytes, without decoding it: a small file may hold more pixels than a
 * device has memory for. Returns undefined for other files and for one that ends before its size. SVG is not supported:
 * it is a document that runs scripts.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (const read of [readPng, readGif, readWebp, readJpeg]) {
      const found = read(view);
      if (found) return found.width > 0 && found.height > 0 ? found : undefined;
    }
  } catch (error) {
    // The file is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readPng(view: DataView): PictureFacts | undefined {
  if (!says(view, 0, '\x89PNG\r\n\x1a\n') || !says(view, 12, 'IHDR')) return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): PictureFacts | undefined {
  if (!says(view, 0, 'GIF87a') && !says(view, 0, 'GIF89a')) return undefined;
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): PictureFacts | undefined {
  if (!says(view, 0, 'RIFF') || !says(view, 8, 'WEBP')) return undefined;
  const type = 'image/webp';
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  if (says(view, 12, 'VP8X')) return { type, width: uint24(24) + 1, height: uint24(27) + 1 };
  if (says(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!says(view, 12, 'VP8 ')) return undefined;
  return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Walks the segments to the frame header: thumbnails inside other segments do not count. */
function readJpeg(view: DataView): PictureFacts | undefined {
  if (!says(view, 0, '\xff\xd8\xff')) return undefined;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may precede the next segment.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Whether a marker is SOF0 to SOF15; three other markers share that range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether the bytes at an offset equal a text of one byte per character. */
function says(view: DataView, offset: number, text: string): boolean {
  if (view.byteLength < offset + text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (view.getUint8(offset + at) !== text.charCodeAt(at)) return false;
  return true;
}
