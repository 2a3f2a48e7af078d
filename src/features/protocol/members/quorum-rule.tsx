import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type QuorumRule, quorumRule } from '#contract/bodies/quorum.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { currentProtocol, editBase, enqueueEdit } from '#src/data/protocol/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, SelectField, TextField, Tick } from '#src/ui/index.ts';
import { byCount, choiceOf, quorumChoices, quorumTitle, unusual } from '../editing/quorum-choices.ts';
import styles from './roll-call.module.css';

/** Form for the quorum rule of a protocol: a share of the members, or a number. Each change is saved at once. */
export function QuorumRuleForm({ protocol, onClose }: { protocol: Protocol; onClose: () => void }) {
  const client = useQueryClient();
  const rule = protocol.quorum ?? {};
  const [choice, setChoice] = useState(() => choiceOf(rule));
  const [count, setCount] = useState(rule.count ? String(rule.count) : '');
  const [failure, setFailure] = useState<string>();
  const isCount = choice === byCount;
  const countFault = isCount && !quorumRule.safeParse({ count: Number(count) || 0 }).success;

  const keep = (change: QuorumRule | null) => {
    setFailure(undefined);
    const now = currentProtocol(client, protocol.id);
    if (!now) return;
    const with_secretary = change?.with_secretary ?? rule.with_secretary ?? undefined;
    const quorum = change && { ...change, ...(with_secretary === undefined ? {} : { with_secretary }) };
    const edit = { base: editBase(now), change: { quorum }, people: [] };
    enqueueEdit({ edit, basedOn: now.unsent?.writes ?? [] }).catch((error: unknown) =>
      setFailure(`Правило не сохранено. ${errorWords(error).words}`),
    );
  };
  const choose = (value: string) => {
    setChoice(value);
    if (value === '') keep(null);
    const chosen = quorumChoices.find((each) => each.value === value);
    if (chosen) keep(chosen.rule);
  };
  return (
    <fieldset className={styles.details}>
      <legend className="visually-hidden">Правило кворума</legend>
      <SelectField label="Кворум" value={choice} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">Не нужен</option>
        {quorumChoices.map(({ value, title }) => (
          <option key={value} value={value}>
            {title} членов
          </option>
        ))}
        <option value={byCount}>Не менее стольких человек</option>
        {choice === unusual ? <option value={unusual}>{quorumTitle(rule)}</option> : null}
      </SelectField>
      {isCount ? (
        <TextField
          label="Сколько человек"
          inputMode="numeric"
          value={count}
          error={countFault && count !== '' ? 'Целое число от 1 до 10 000' : undefined}
          onChange={({ currentTarget: { value } }) => {
            setCount(value);
            const typed = quorumRule.safeParse({ count: Number(value) });
            if (typed.success) keep(typed.data);
          }}
        />
      ) : null}
      {protocol.quorum ? (
        <Tick
          checked={rule.with_secretary === true}
          onChange={({ currentTarget }) => keep({ ...rule, with_secretary: currentTarget.checked })}
        >
          Секретарь тоже голосует
        </Tick>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={styles.ends}>
        <Button size="small" onClick={onClose}>
          Готово
        </Button>
      </div>
    </fieldset>
  );
}
