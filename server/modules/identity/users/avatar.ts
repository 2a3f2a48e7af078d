import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type PictureType, readPicture } from '#contract/picture.ts';
import { mostAvatarSide } from '#contract/user.ts';
import { invalidField, type UploadedFile } from '#server/platform/http/index.ts';
import { type KeepStored, type StoreDeps, withStoredFiles } from '#server/platform/storage/index.ts';

/** An uploaded picture whose content has been checked. */
export type Avatar = { path: string; type: PictureType };

/**
 * Returns the picture of a form, if any. Throws a 422 for another kind of file, and for a small file with huge
 * dimensions.
 */
export async function readAvatar(files: readonly UploadedFile[]): Promise<Avatar | undefined> {
  const file = files.find(({ field }) => field === 'avatar');
  if (!file) return undefined;
  // Read whole, since cameras write a lot before the dimensions; the form is limited to a few megabytes.
  const picture = readPicture(await readFile(file.path));
  if (!picture) throw invalidField('avatar', 'Нужна картинка PNG, JPEG, WebP или GIF');
  if (Math.max(picture.width, picture.height) > mostAvatarSide) {
    throw invalidField('avatar', `Картинка больше ${mostAvatarSide} × ${mostAvatarSide} точек`);
  }
  return { path: file.path, type: picture.type };
}

/** Storage key of a picture, and the call that keeps it in the storage. */
export type StoredAvatar = { avatarKey: string | undefined; keep: KeepStored };

/** Puts a picture into the storage before `write`, which stores its key in a transaction. */
export function withAvatar<T>(
  store: StoreDeps,
  userId: string,
  avatar: Avatar | undefined,
  write: (stored: StoredAvatar) => Promise<T>,
): Promise<T> {
  const files = avatar ? [{ ...avatar, key: `avatars/${userId}/${randomUUID()}` }] : [];
  return withStoredFiles(store, files, (keep) => write({ avatarKey: files[0]?.key, keep }));
}
