import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type PictureType, readPicture } from '#contract/picture.ts';
import { mostAvatarSide } from '#contract/user.ts';
import { invalidField, type UploadedFile } from '#server/platform/http/index.ts';
import { type KeepStored, type StoreDeps, withStoredFiles } from '#server/platform/storage/index.ts';

/** A picture that came with a form and is one by its content. */
export type Avatar = { path: string; type: PictureType };

/** The picture of a form, if any; a 422 for what is none, and for one that few bytes make huge. */
export async function readAvatar(files: readonly UploadedFile[]): Promise<Avatar | undefined> {
  const file = files.find(({ field }) => field === 'avatar');
  if (!file) return undefined;
  // Whole, since a camera writes much before the size: no more than a few megabytes came in.
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
