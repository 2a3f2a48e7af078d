import { attachedFiles, attachmentExtensions, attachmentWords } from '#contract/attached-file.ts';
import { counted, formatBytes, shownFileName } from '#src/format/index.ts';

const { most, maxBytes } = attachedFiles;

/**
 * Adds the picked files to those of a form; returns all files and the reasons why some were refused.
 * @param namedKinds whether only the kinds of `attachmentExtensions` are accepted; otherwise the server decides
 */
export function addFiles(
  chosen: readonly File[],
  picked: readonly File[],
  namedKinds = false,
): { files: File[]; refused: string[] } {
  const files = [...chosen];
  const refused: string[] = [];
  for (const file of picked) {
    const at = files.findIndex((known) => isSame(known, file));
    if (at >= 0) {
      // The file that was picked earlier may have become unreadable.
      files[at] = file;
      continue;
    }
    const reason = refusalOf(file, files.length, namedKinds);
    if (reason) refused.push(reason);
    else files.push(file);
  }
  return { files, refused: [...new Set(refused)] };
}

function refusalOf({ name: given, size }: File, chosen: number, namedKinds: boolean): string | undefined {
  const name = shownFileName(given);
  if (namedKinds && !isAttachable(given)) return `Файл «${name}» не принимается: подходят ${attachmentWords}.`;
  if (size === 0) return `Файл «${name}» пустой.`;
  if (size > maxBytes) return `Файл «${name}» больше ${formatBytes(maxBytes)}.`;
  if (chosen >= most) return `За один раз можно добавить не больше ${counted(most, 'файла', 'файлов', 'файлов')}.`;
  return undefined;
}

function isAttachable(name: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  return attachmentExtensions.some((each) => each === extension);
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
