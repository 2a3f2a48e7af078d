import Download from 'lucide-react/icons/download';
import { csvOf } from '#src/format/index.ts';
import { Button, saveFile } from '#src/ui/index.ts';
import type { Sheet } from './sheet.ts';

interface ExportButtonProps {
  sheet: Sheet;
  /** Subject of the figures; the end of the file's name. */
  about: string;
  size?: 'normal' | 'small';
}

/** Button that saves a sheet for a spreadsheet program. */
export function ExportButton({ sheet, about, size = 'small' }: ExportButtonProps) {
  const save = () => {
    const text = csvOf(sheet.heads, sheet.rows);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${sheet.title}, ${about}.csv`);
  };
  return (
    <Button size={size} icon={Download} aria-label={`Скачать CSV: ${sheet.title}`} onClick={save}>
      Скачать CSV
    </Button>
  );
}
