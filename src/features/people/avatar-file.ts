import { type PictureFacts, pictureTypes, readPicture } from '#contract/identity/picture.ts';
import { avatarFile, maxAvatarSide } from '#contract/identity/user.ts';
import { formatBytes } from '#src/format/index.ts';

/** Maximum size of a chosen photo in bytes, enough for a camera; the uploaded picture is far smaller. */
const maxBytes = 15 * 1024 * 1024;

/** `accept` attribute of the file input. */
export const avatarAccept = pictureTypes.join(',');
export const avatarHint = () => `PNG, JPEG, WebP или GIF, до ${formatBytes(maxBytes)}`;

/**
 * Returns why a file cannot be a photo, judged by its metadata; undefined where it can. Its content is checked
 * separately.
 */
export function avatarProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0) return `Файл «${name}» пуст. Выберите другой.`;
  if (!pictureTypes.some((known) => known === type)) return notAPicture(name);
  if (size > maxBytes) {
    return `«${name}»\u00A0— ${formatBytes(size)}. Выберите картинку не больше ${formatBytes(maxBytes)}.`;
  }
  return undefined;
}

function notAPicture(name: string): string {
  return `«${name}» не подходит: нужна картинка PNG, JPEG, WebP или GIF.`;
}

/** Longer side of the uploaded picture in pixels; more than any screen shows. */
const side = 768;
/** Maximum number of pixels that a phone decodes without killing the page. */
const maxPixels = 50_000_000;
/** Number of bytes that contain the dimensions, even in a file of a camera. */
const headBytes = 1024 * 1024;

type Prepared = { picture: File } | { problem: string };

/**
 * Returns a photo ready to be sent: scaled down and drawn anew, which removes metadata such as the location. The
 * dimensions are read before decoding. Returns a problem where the file cannot be a photo.
 */
export async function prepareAvatar(file: File): Promise<Prepared> {
  const problem = avatarProblem(file);
  if (problem) return { problem };
  const facts = readPicture(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!facts) return { problem: notAPicture(file.name) };
  const { width, height } = facts;
  const tooMany = `«${file.name}»\u00A0— ${width} × ${height} точек. Выберите картинку поменьше.`;
  if (width * height > maxPixels) return { problem: tooMany };
  if (typeof createImageBitmap !== 'function') {
    // A browser without createImageBitmap sends the file as it is.
    const fits = file.size <= avatarFile.avatar.maxBytes && Math.max(width, height) <= maxAvatarSide;
    return fits ? { picture: file } : { problem: tooMany };
  }
  const drawn = await draw(file, facts);
  return drawn ? { picture: drawn } : { problem: `Файл «${file.name}» повреждён. Выберите другой.` };
}

/** Returns undefined where the file cannot be decoded. */
async function draw(file: File, { type }: PictureFacts): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const paper = canvas.getContext('2d');
  if (paper) paper.imageSmoothingQuality = 'high';
  paper?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // JPEG stays JPEG; other types become WebP to keep transparency. A browser that cannot write WebP writes PNG.
  const wanted = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, 0.88));
  return blob ? new File([blob], renamed(file.name, blob.type), { type: blob.type }) : undefined;
}

function renamed(name: string, type: string): string {
  const stem = name.replace(/\.[^.]*$/, '') || 'фото';
  return `${stem}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`;
}
