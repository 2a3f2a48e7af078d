export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** What a picture is by its content: width and height in pixels. */
export interface PictureFacts {
  type: PictureType;
  width: number;
  height: number;
}

/**
 * What a picture is by its first bytes, without decoding it: a small file may hold more pixels than a device has memory
 * for. Undefined for what is none, or ends before it says its size. SVG is none: it is a document that runs scripts.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (const read of [readPng, readGif, readWebp, readJpeg]) {
      const found = read(view);
      if (found) return found.width > 0 && found.height > 0 ? found : undefined;
    }
  } catch (error) {
    // The file ends within what it says of itself.
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

/** Walks the segments to the frame's own: thumbnails inside of others do not count. */
function readJpeg(view: DataView): PictureFacts | undefined {
  if (!says(view, 0, '\xff\xd8\xff')) return undefined;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Any number of bytes may fill up to the next segment.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, but for the tables and the marker that share their row. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether there is this text of one byte a character. */
function says(view: DataView, offset: number, text: string): boolean {
  if (view.byteLength < offset + text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (view.getUint8(offset + at) !== text.charCodeAt(at)) return false;
  return true;
}
