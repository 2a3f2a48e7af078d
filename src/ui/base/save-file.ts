/**
 * Passes a file to the browser's downloads under its Russian name; characters that a file system forbids are replaced.
 */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'Протокол';
  link.click();
  // Revoked later: some browsers start reading only after the click's task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
