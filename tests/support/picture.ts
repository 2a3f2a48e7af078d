/** Headers of pictures up to their size: enough for code that only reads what they are. */
const heads = {
  png: (width: number, height: number) => `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${bytesOf(width, 4)}${bytesOf(height, 4)}`,
  jpeg: (width: number, height: number) => `\xff\xd8\xff\xc0\0\x0b\x08${bytesOf(height, 2)}${bytesOf(width, 2)}`,
  gif: (width: number, height: number) => `GIF89a${swapped(bytesOf(width, 2))}${swapped(bytesOf(height, 2))}`,
};

/** Returns a picture's header, followed by zeros up to this many bytes. */
export function picture(
  bytes = 100,
  kind: keyof typeof heads = 'png',
  [width, height]: [number, number] = [64, 48],
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  whole.set(Array.from(heads[kind](width, height), (letter) => letter.charCodeAt(0)));
  return whole;
}

function bytesOf(value: number, count: number): string {
  return Array.from({ length: count }, (_, at) => String.fromCharCode((value >> (8 * (count - 1 - at))) & 0xff)).join(
    '',
  );
}

function swapped(bytes: string): string {
  return [...bytes].reverse().join('');
}

/** A picture of one pixel that every browser can draw. */
export const onePixelPng = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
