import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type PictureType, readPicture } from '#contract/picture.ts';
import { mostAvatarSide } from '#contract/user.ts';
import { invalidField, type UploadedFile } from '#server/platform/http/index.ts';
import { type KeepStored, type StoreDeps, withStoredFiles } from '#server/platform/storage/index.ts';

/** A picture of a form, whose content has been checked. */
export type Avatar = { path: string; type: PictureType };

/** Returns the picture of a form, if any; a 422 for another kind of file, and for a small file with huge dimensions. */
export async function readAvatar(files: readonly UploadedFile[]): Promise<Avatar | undefined> {
  const file = files.find(({ field }) => field === 'avatar');
  if (!file) return undefined;
  // Read whole, since a camera writes much before the dimensions; the form takes a few megabytes at most.
  const picture = readPicture(await readFile(file.path));
  if (!picture) throw invalidField('avatar', 'Нужна картинка PNG, JPEG, WebP или GIF');
  if (Math.max(picture.width, picture.height) > mostAvatarSide) {
    throw invalidField('avatar', `Картинка больше ${mostAvatarSide} × ${mostAvatarSide} точек`);
  }
  return { path: file.path, type: picture.type };
}

/** A picture's key in the storage, and what keeps it there. */
export type StoredAvatar = { avatarKey: string | undefined; keep: KeepStored };

/** Puts a picture into the storage for `write`, which refers to it by its key in a transaction. */
export function withAvatar<T>(
  store: StoreDeps,
  userId: string,
  avatar: Avatar | undefined,
  write: (stored: StoredAvatar) => Promise<T>,
): Promise<T> {
  const files = avatar ? [{ ...avatar, key: `avatars/${userId}/${randomUUID()}` }] : [];
  return withStoredFiles(store, files, (keep) => write({ avatarKey: files[0]?.key, keep }));
}
