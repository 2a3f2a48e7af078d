import type { ChangeEvent } from 'react';
import {
  type DocumentForm,
  type DocumentFormat,
  type DocxQuery,
  documentFormats,
  documentForms,
  documentFormWords,
} from '#contract/documents/document.ts';
import { type Template, usualForm } from '#contract/documents/template.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { SelectField } from '#src/ui/index.ts';

/** A requested document. */
export interface ChosenDocument {
  form: DocumentForm;
  /** Id of the agenda item of an extract. */
  item: string;
  format: DocumentFormat;
  /** Id of the template for the full protocol, which is always DOCX. */
  template?: string | undefined;
}

/** Returns the query of the request; the full form is the default. */
export function queryOf({ form, item, template }: ChosenDocument): DocxQuery {
  if (template !== undefined) return { template };
  if (form === 'full') return {};
  return form === 'extract' ? { form, item } : { form };
}

/** Returns the initial choice: for an extract, the first question. */
export function firstDocument({ agenda }: Protocol, form: DocumentForm): ChosenDocument {
  return { form, item: agenda?.[0]?.id ?? '', format: 'pdf' };
}

interface DocumentChoiceProps {
  protocol: Protocol;
  value: ChosenDocument;
  /** Templates that can be chosen for this document only. */
  templates?: readonly Template[];
  onChange: (value: ChosenDocument) => void;
}

/** Choice of the form and the file format; an extract is offered where there are agenda items. */
export function DocumentChoice({ protocol, value, templates = [], onChange }: DocumentChoiceProps) {
  const agenda = protocol.agenda ?? [];
  // Copies with signature marks are offered beside the signed version.
  const forms = documentForms.filter((form) => form !== 'signed' && (form !== 'extract' || agenda.length > 0));
  const choose =
    <Key extends keyof ChosenDocument>(key: Key) =>
    ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
      // The options below are the values of the type.
      onChange({ ...value, [key]: currentTarget.value });
  return (
    <>
      <SelectField
        label="Документ"
        value={value.template === undefined ? value.form : byTemplate}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(
            chosen === byTemplate
              ? { ...value, form: 'full', format: 'docx', template: protocol.body?.template?.id ?? templates[0]?.id }
              : // The options below are the values of the type.
                { ...value, form: chosen as DocumentForm, template: undefined },
          )
        }
      >
        {forms.map((form) => (
          <option key={form} value={form}>
            {documentFormWords[form]}
          </option>
        ))}
        {templates.length > 0 ? <option value={byTemplate}>Полный протокол по шаблону</option> : null}
      </SelectField>
      {value.template === undefined ? null : (
        <SelectField
          label="Шаблон DOCX"
          hint="Здесь шаблон выбирается только для этого файла"
          value={value.template}
          onChange={choose('template')}
        >
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={usualForm}>Обычный вид</option>
        </SelectField>
      )}
      {value.form === 'extract' ? (
        <SelectField label="Вопрос повестки" value={value.item} onChange={choose('item')}>
          {agenda.map(({ id, title }, index) => (
            <option key={id} value={id}>
              {index + 1}. {title?.trim() || 'Вопрос без названия'}
            </option>
          ))}
        </SelectField>
      ) : null}
      {value.template === undefined ? (
        <SelectField label="Файл" value={value.format} onChange={choose('format')}>
          {documentFormats.map((format) => (
            <option key={format} value={format}>
              {formatWords[format]}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}

const byTemplate = 'template';

const formatWords: Record<DocumentFormat, string> = {
  pdf: 'PDF — для печати',
  docx: 'DOCX — для правки',
};
