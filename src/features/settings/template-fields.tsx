import { conditionPrefix, type TemplateField, templateFields } from '#contract/printed/template-fields.ts';
import { classNames, DetailsSummary, layout } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

const present = `${conditionPrefix}приглашённые`;

/** All fields that a template may contain, with what they print. */
export function TemplateFields() {
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
