import { avatarFile, avatarTypes } from '#contract/user.ts';
import { formatBytes } from '#src/lib/sizes.ts';

const { maxBytes } = avatarFile.avatar;

/** What the field of files offers to choose. */
export const avatarAccept = avatarTypes.join(',');

/** Why a file cannot be a photo; undefined where it can. The server looks at its content besides. */
export function avatarProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0) return `Файл «${name}» пуст. Выберите другой.`;
  if (!avatarTypes.some((known) => known === type)) {
    return `«${name}» не подходит: нужна картинка PNG, JPEG, WebP или GIF.`;
  }
  if (size > maxBytes) return `«${name}» — ${formatBytes(size)}. Выберите картинку не больше ${formatBytes(maxBytes)}.`;
  return undefined;
}
