import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePenLine from 'lucide-react/icons/file-pen-line';
import FileSearch from 'lucide-react/icons/file-search';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { calls } from '#contract/calls.ts';
import { conditionPrefix, type TemplateField, templateFields } from '#contract/documents/printed/template-fields.ts';
import type { Template } from '#contract/documents/template.ts';
import { templatesQuery } from '#src/data/protocol/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { formatBytes, formatMoment, shortName } from '#src/format/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import {
  Button,
  Card,
  classNames,
  DetailsSummary,
  focusWhenLost,
  layout,
  MenuButton,
  saveFile,
} from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }));
const DeleteTemplateDialog = lazy(async () => ({
  default: (await import('./delete-template-dialog.tsx')).DeleteTemplateDialog,
}));

type Opened = { of: 'new' } | { of: 'change' | 'delete'; template: Template };

/** «Шаблоны DOCX»: templates of the organization, which secretaries choose for their commissions and departments. */
export function TemplatesCard() {
  const query = useQuery(templatesQuery());
  const [opened, setOpened] = useState<Opened>();
  const download = useFileDownload();
  const close = () => {
    setOpened(undefined);
    focusWhenLost(() => document.getElementById(addButton));
  };
  return (
    <Card title="Шаблоны DOCX">
      <div className={layout.stack(4)}>
        <p>
          Протокол в DOCX может печататься на бланке организации. Шаблон&nbsp;— это файл Word, в котором на нужных
          местах стоят поля в фигурных скобках. По какому шаблону печатать, секретарь выбирает в форме комиссии или
          отдела; без шаблона документ остаётся обычным.
        </p>
        <div>
          <div className={layout.centredRow(2)}>
            <Button id={addButton} icon={Plus} onClick={() => setOpened({ of: 'new' })}>
              Добавить шаблон
            </Button>
            <Button
              icon={Download}
              variant="quiet"
              busy={download.isBusy}
              onClick={() => void download.start(() => api(calls.getTemplateSample, {}))}
            >
              Скачать образец
            </Button>
          </div>
          <div role="alert">{download.failure ? <p className={styles.failure}>{download.failure}</p> : null}</div>
        </div>
        <QueryView query={query}>
          {(templates) =>
            templates.length === 0 ? (
              <p className={styles.note}>Шаблонов пока нет. Начните с образца: исправьте его в Word и добавьте сюда.</p>
            ) : (
              <TemplateList templates={templates} onOpen={setOpened} onDownload={(load) => void download.start(load)} />
            )
          }
        </QueryView>
        <TemplateFields />
      </div>
      <Suspense fallback={null}>
        {opened?.of === 'new' ? <TemplateDialog onClose={close} /> : null}
        {opened?.of === 'change' ? <TemplateDialog template={opened.template} onClose={close} /> : null}
        {opened?.of === 'delete' ? <DeleteTemplateDialog template={opened.template} onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}

const addButton = 'add-template';

type LoadFile = () => Promise<{ blob: Blob; name?: string | undefined }>;

interface TemplateListProps {
  templates: readonly Template[];
  onOpen: (opened: Opened) => void;
  onDownload: (load: LoadFile) => void;
}

function TemplateList({ templates, onOpen, onDownload }: TemplateListProps) {
  return (
    <ul aria-label="Шаблоны DOCX">
      {templates.map((template) => {
        const { id, name } = template;
        const params = { id };
        return (
          <li key={id} className={styles.template}>
            <div className={styles.templateWords}>
              <p className={styles.templateName} dir="auto">
                {name}
              </p>
              <p className={styles.note}>{details(template)}</p>
            </div>
            <MenuButton
              icon={Ellipsis}
              label={`Действия: ${name}`}
              actions={[
                {
                  id: 'example',
                  title: 'Посмотреть на примере',
                  icon: FileSearch,
                  onAction: () => onDownload(() => api(calls.getTemplateExample, { params })),
                },
                {
                  id: 'file',
                  title: 'Скачать файл шаблона',
                  icon: Download,
                  onAction: () => onDownload(() => api(calls.getTemplateFile, { params })),
                },
                {
                  id: 'change',
                  title: 'Переименовать или заменить…',
                  icon: FilePenLine,
                  onAction: () => onOpen({ of: 'change', template }),
                },
                {
                  id: 'delete',
                  title: 'Удалить…',
                  icon: Trash2,
                  danger: true,
                  onAction: () => onOpen({ of: 'delete', template }),
                },
              ]}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns «бланк.docx · 24 КБ · 22 ноября, 13:00 · Котов И. Л. · в комиссиях и отделах: 2». */
function details({ file_name, size, created_at, created_by_name, bodies_total }: Template): string {
  return [
    file_name,
    typeof size === 'number' && formatBytes(size),
    formatMoment(created_at),
    created_by_name && shortName(created_by_name),
    bodies_total ? `в комиссиях и отделах: ${bodies_total}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Downloads a file and passes it to the browser; returns why it failed, to be shown beside. */
function useFileDownload() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = async (load: LoadFile) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const file = await load();
      saveFile(file.blob, file.name ?? 'Шаблон.docx');
    } catch (error) {
      setFailure(`Файл не скачан. ${errorWords(error).words}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, start };
}

const present = `${conditionPrefix}приглашённые`;

/** All fields that a template may contain, with what they print. */
function TemplateFields() {
  return (
    <details>
      <DetailsSummary>Какие бывают поля</DetailsSummary>
      <div className={classNames(layout.stack(3), styles.below)}>
        <ul className={styles.rules}>
          <li>
            <code>{'{номер}'}</code>&nbsp;— поле: печатается так, как выглядит в шаблоне.
          </li>
          <li>
            <code>{'{#решения}{номер} {решение}{/решения}'}</code>&nbsp;— список: часть от начала до конца повторяется.
            Если начало стоит в первой ячейке строки таблицы, а конец в последней, повторяется строка.
          </li>
          <li>
            <code>{'{присутствовали}'}</code>&nbsp;— список целиком, каждый с новой строки.
          </li>
          <li>
            <code>{'{#место}Место: {место}{/место}'}</code>&nbsp;— часть печатается, если поле заполнено.
          </li>
          <li>
            <code>{`{#${present}}Приглашённые:{/${present}}`}</code>&nbsp;— часть печатается один раз, если список не
            пуст; со знаком <code>^</code> вместо <code>#</code>, если пуст.
          </li>
        </ul>
        <FieldList fields={templateFields} />
      </div>
    </details>
  );
}

function FieldList({ fields }: { fields: readonly TemplateField[] }) {
  return (
    <ul className={styles.rules}>
      {fields.map(({ name, words, fields: inner }) => (
        <li key={name}>
          <code>{inner ? `{#${name}}…{/${name}}` : `{${name}}`}</code> {words}
          {inner ? <FieldList fields={inner} /> : null}
        </li>
      ))}
    </ul>
  );
}
