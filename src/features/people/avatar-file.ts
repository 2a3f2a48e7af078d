import { pictureTypes } from '#contract/picture.ts';
import { formatBytes } from '#src/format/index.ts';

/** Maximum size of a chosen photo in bytes, enough for a camera; the uploaded picture is far smaller. */
const mostBytes = 15 * 1024 * 1024;

/** `accept` attribute of the file input. */
export const avatarAccept = pictureTypes.join(',');
export const avatarHint = () => `PNG, JPEG, WebP или GIF, до ${formatBytes(mostBytes)}`;

/**
 * Returns why a file cannot be a photo, judged by its metadata; undefined where it can. Its content is checked
 * separately.
 */
export function avatarProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0) return `Файл «${name}» пуст. Выберите другой.`;
  if (!pictureTypes.some((known) => known === type)) return notAPicture(name);
  if (size > mostBytes) {
    return `«${name}»\u00A0— ${formatBytes(size)}. Выберите картинку не больше ${formatBytes(mostBytes)}.`;
  }
  return undefined;
}

export function notAPicture(name: string): string {
  return `«${name}» не подходит: нужна картинка PNG, JPEG, WebP или GIF.`;
}
