import { meetingFiles } from '#contract/meeting.ts';
import { counted } from '#src/lib/plurals.ts';
import { formatBytes } from '#src/lib/sizes.ts';

const { most, maxBytes } = meetingFiles.files;

/** The files of a form after these were picked, and why some were not taken. */
export function addFiles(chosen: readonly File[], picked: readonly File[]): { files: File[]; refused: string[] } {
  const files = [...chosen];
  const refused: string[] = [];
  for (const file of picked) {
    if (files.some((known) => isSame(known, file))) continue;
    const reason = refusalOf(file, files.length);
    if (reason) refused.push(reason);
    else files.push(file);
  }
  return { files, refused: [...new Set(refused)] };
}

function refusalOf({ name, size }: File, chosen: number): string | undefined {
  if (size === 0) return `Файл «${name}» пустой.`;
  if (size > maxBytes) return `Файл «${name}» больше ${formatBytes(maxBytes)}.`;
  if (chosen >= most) return `За один раз можно добавить не больше ${counted(most, 'файла', 'файлов', 'файлов')}.`;
  return undefined;
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
