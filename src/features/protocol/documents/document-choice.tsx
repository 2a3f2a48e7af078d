import type { ChangeEvent } from 'react';
import {
  type DocumentForm,
  type DocumentFormat,
  type DocumentQuery,
  documentFormats,
  documentForms,
  documentFormWords,
} from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { SelectField } from '#src/ui/index.ts';

/** A document that is asked for. */
export interface ChosenDocument {
  form: DocumentForm;
  /** The question of an extract. */
  item: string;
  format: DocumentFormat;
}

/** Returns the query of the request; the full form is the default. */
export function queryOf({ form, item }: ChosenDocument): DocumentQuery {
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
  onChange: (value: ChosenDocument) => void;
}

/** Which form of the protocol, and as what file; an extract is offered where there are questions. */
export function DocumentChoice({ protocol, value, onChange }: DocumentChoiceProps) {
  const agenda = protocol.agenda ?? [];
  const forms = documentForms.filter((form) => form !== 'extract' || agenda.length > 0);
  const choose =
    <Key extends keyof ChosenDocument>(key: Key) =>
    ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
      // The options below are the values of the type.
      onChange({ ...value, [key]: currentTarget.value });
  return (
    <>
      <SelectField label="Документ" value={value.form} onChange={choose('form')}>
        {forms.map((form) => (
          <option key={form} value={form}>
            {documentFormWords[form]}
          </option>
        ))}
      </SelectField>
      {value.form === 'extract' ? (
        <SelectField label="Вопрос повестки" value={value.item} onChange={choose('item')}>
          {agenda.map(({ id, title }, index) => (
            <option key={id} value={id}>
              {index + 1}. {title?.trim() || 'Вопрос без названия'}
            </option>
          ))}
        </SelectField>
      ) : null}
      <SelectField label="Файл" value={value.format} onChange={choose('format')}>
        {documentFormats.map((format) => (
          <option key={format} value={format}>
            {formatWords[format]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

const formatWords: Record<DocumentFormat, string> = {
  pdf: 'PDF — для печати',
  docx: 'DOCX — для правки',
};
