import type { TaskReport } from '#contract/tasks/report.ts';
import { FileList } from '#src/features/files/index.ts';
import styles from './report.module.css';

/** Text of a report with its files. */
export function ReportText({ report: { text, files } }: { report: TaskReport }) {
  return (
    <>
      {text ? (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      ) : null}
      {files && files.length > 0 ? (
        <FileList
          label="Файлы отчёта"
          files={files.map(({ id, name, size, url }) => ({ key: id, name: name || 'Файл без названия', size, url }))}
        />
      ) : null}
    </>
  );
}
