import { conditionPrefix, type TemplateField, templateFields } from '#contract/printed/template-fields.ts';
import { DetailsSummary, layout } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** All fields that a template may have, with what they print. */
export function TemplateFields() {
  return (
    <details>
      <DetailsSummary>Какие бывают поля</DetailsSummary>
      <div className={layout.stack(3)}>
        <p className={styles.note}>
          Поле пишется в фигурных скобках: {'{номер}'}. Оно печатается шрифтом, который стоит в шаблоне. Список
          повторяется от начала до конца: {'{#решения}{номер} {решение}{/решения}'}; если начало стоит в первой ячейке
          таблицы, а конец в последней, повторяется строка.{' '}
          {`{#${conditionPrefix}приглашённые}…{/${conditionPrefix}приглашённые}`} печатается один раз, если список не
          пуст, а {'{#место}…{/место}'}&nbsp;— если поле заполнено. Список без знака # печатается целиком, по строке на
          каждого.
        </p>
        <FieldList fields={templateFields} />
      </div>
    </details>
  );
}

function FieldList({ fields }: { fields: readonly TemplateField[] }) {
  return (
    <ul className={styles.fields}>
      {fields.map(({ name, words, fields: inner }) => (
        <li key={name}>
          <code>{inner ? `{#${name}}…{/${name}}` : `{${name}}`}</code> {words}
          {inner ? <FieldList fields={inner} /> : null}
        </li>
      ))}
    </ul>
  );
}
