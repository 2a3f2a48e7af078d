import { type PictureFacts, readPicture } from '#contract/picture.ts';
import { avatarFile, mostAvatarSide } from '#contract/user.ts';
import { avatarProblem, notAPicture } from './avatar-file.ts';

/** Pixels of the longer side as it is sent: more than any screen shows of it. */
const side = 768;
/** What a phone decodes without giving up the page. */
const mostPixels = 50_000_000;
/** Before this many bytes even a camera has said how large its picture is. */
const headBytes = 1024 * 1024;

type Prepared = { picture: File } | { problem: string };

/**
 * A chosen photo as it is sent: scaled down and drawn anew, so that neither the place where it was taken nor anything
 * else hides in it. Its size is read before it is decoded; what cannot be a photo says why.
 */
export async function prepareAvatar(file: File): Promise<Prepared> {
  const problem = avatarProblem(file);
  if (problem) return { problem };
  const facts = readPicture(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!facts) return { problem: notAPicture(file.name) };
  const { width, height } = facts;
  const tooMany = `«${file.name}»\u00A0— ${width} × ${height} точек. Выберите картинку поменьше.`;
  if (width * height > mostPixels) return { problem: tooMany };
  if (typeof createImageBitmap !== 'function') {
    // A browser that cannot draw it sends it as it is.
    const fits = file.size <= avatarFile.avatar.maxBytes && Math.max(width, height) <= mostAvatarSide;
    return fits ? { picture: file } : { problem: tooMany };
  }
  const drawn = await draw(file, facts);
  return drawn ? { picture: drawn } : { problem: `Файл «${file.name}» повреждён. Выберите другой.` };
}

/** Undefined where the file breaks off. */
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
  // A photo stays one; what may be seen through stays so. Where a browser writes no WebP, this is a PNG.
  const wanted = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, 0.88));
  return blob ? new File([blob], renamed(file.name, blob.type), { type: blob.type }) : undefined;
}

function renamed(name: string, type: string): string {
  const stem = name.replace(/\.[^.]*$/, '') || 'фото';
  return `${stem}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`;
}
