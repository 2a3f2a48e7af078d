import { type KeyboardEvent, useRef, useState } from 'react';
import { stateOf } from '#contract/bodies/attendance.ts';
import { attendingOf, hasQuorum, isVoting, quorumNow } from '#contract/bodies/quorum-count.ts';
import {
  type Ballot,
  countsOf,
  type VoteChoice,
  type Votes,
  voteChoices,
  voteWords,
} from '#contract/protocols/votes.ts';
import { Button, ChoiceStrip } from '#src/ui/index.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import styles from './decision-votes.module.css';

interface VotesFormProps {
  id: string;
  place: string;
  votes: Votes;
  onChange: (votes: Votes) => void;
  onRemove: () => void;
}

type VoteMode = 'open' | 'named' | 'secret';

const voteModes: { value: VoteMode; title: string }[] = [
  { value: 'open', title: 'Открытое' },
  { value: 'named', title: 'Поимённое' },
  { value: 'secret', title: 'Тайное' },
];

const choices: { value: VoteChoice; title: string; code: string; cap: string }[] = [
  { value: 'for', title: 'За', code: 'KeyP', cap: 'З' },
  { value: 'against', title: 'Против', code: 'KeyG', cap: 'П' },
  { value: 'abstained', title: 'Воздержался', code: 'KeyD', cap: 'В' },
];

/** Vote counts, ballots by name where the vote is by name, and the warning of a missing quorum. */
export function VotesForm({ id, place, votes, onChange, onRemove }: VotesFormProps) {
  const protocol = useScreenProtocol();
  const members = protocol?.members ?? [];
  const quorum = quorumNow(protocol?.quorum, attendingOf({ chairman_id: protocol?.chairman_id, members }));
  const voteMode: VoteMode = votes.is_secret ? 'secret' : votes.by_name ? 'named' : 'open';
  const voters = members
    .filter((member) => isVoting(member, protocol?.quorum) && !['absent', 'left'].includes(stateOf(member) ?? ''))
    .flatMap((member) => (member.id && member.name ? [{ id: member.id, name: member.name }] : []));
  /** Records a vote; a missing quorum at that moment is recorded with it until somebody answers. */
  const take = (next: Votes) => {
    const { present, total, needed } = quorum;
    const lacks = total > 0 && !hasQuorum(quorum) && needed !== null && !votes.no_quorum;
    onChange(lacks ? { ...next, no_quorum: { present, total, needed } } : next);
  };
  /** Ballots kept in case another kind of vote was chosen by mistake. */
  const named = useRef<Ballot[]>([]);
  const changeVoteMode = (to: VoteMode) => {
    const { by_name, is_secret: _secret, ...rest } = votes;
    if (by_name) named.current = by_name;
    if (to !== 'named') return onChange({ ...rest, ...(to === 'secret' && { is_secret: true }) });
    const ballots = named.current;
    onChange({ ...rest, ...(ballots.length > 0 && countsOf(ballots)), by_name: ballots });
  };
  const cast = (voter: { id: string; name: string }, vote: VoteChoice) => {
    const others = (votes.by_name ?? []).filter(({ member_id }) => member_id !== voter.id);
    const by_name: Ballot[] = [...others, { member_id: voter.id, name: voter.name.slice(0, 300), vote }];
    take({ ...votes, ...countsOf(by_name), by_name });
  };
  const sum = voteChoices.reduce((all, choice) => all + (votes[choice] ?? 0), 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an item of the decision's row in every browser
    <div role="group" aria-label={`Голосование по решению ${place}`} data-votes={id} className={styles.votes}>
      <div className={styles.counts}>
        <span>Голосовали:</span>
        {voteChoices.map((choice) => (
          <Count
            key={choice}
            label={voteWords[choice]}
            value={votes[choice]}
            isFixed={voteMode === 'named'}
            onChange={(value) => take({ ...votes, [choice]: value })}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <ChoiceStrip label="Вид голосования" choices={voteModes} value={voteMode} onChange={changeVoteMode} />
        <Button size="small" variant="quiet" onClick={onRemove}>
          Убрать голосование
        </Button>
      </div>
      {voteMode === 'named' ? <Voters voters={voters} ballots={votes.by_name ?? []} onCast={cast} /> : null}
      {sum > quorum.present && members.length > 0 ? (
        <p role="status" className={styles.warning}>
          Голосов больше, чем присутствующих: {sum} из {quorum.present}
        </p>
      ) : null}
      <QuorumAnswer votes={votes} onChange={onChange} />
    </div>
  );
}

interface CountProps {
  label: string;
  value: number | null | undefined;
  /** Whether the count follows from the ballots by name. */
  isFixed: boolean;
  onChange: (value: number | null) => void;
}

/** One count; an invalid number stays in the field with an error and is not saved. */
function Count({ label, value, isFixed, onChange }: CountProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !/^\d{0,7}$/.test(typed.trim());
  return (
    <label>
      {label} —
      <input
        inputMode="numeric"
        autoComplete="off"
        data-place="decision-votes"
        aria-label={label}
        readOnly={isFixed}
        aria-invalid={isWrong ? true : undefined}
        value={isFixed ? (value ?? 0) : (typed ?? value ?? '')}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value;
          setTyped(text);
          if (/^\d{0,7}$/.test(text.trim())) onChange(text.trim() === '' ? null : Number(text));
        }}
        onBlur={() => {
          if (!isWrong) setTyped(undefined);
        }}
      />
      {isWrong ? (
        <span role="alert" className={styles.failure}>
          Целое число
        </span>
      ) : null}
    </label>
  );
}

interface VotersProps {
  voters: readonly { id: string; name: string }[];
  ballots: readonly Ballot[];
  onCast: (voter: { id: string; name: string }, vote: VoteChoice) => void;
}

/** Ballots by name: one key per person, which moves on to the next. A voter who is no longer a member stays listed. */
function Voters({ voters, ballots, onCast }: VotersProps) {
  const gone = ballots.filter(({ member_id }) => voters.every(({ id }) => id !== member_id));
  const all = [...voters, ...gone.map(({ member_id, name }) => ({ id: member_id, name }))];
  const onVoterKeyDown = (event: KeyboardEvent<HTMLElement>, voter: { id: string; name: string }) => {
    const choice = choices.find(({ code }) => code === event.code);
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onCast(voter, choice.value);
    event.currentTarget.nextElementSibling?.querySelector('button')?.focus();
  };
  if (all.length === 0) return <p className={styles.note}>Присутствующих нет: отметьте их во вкладке «Участники».</p>;
  return (
    <div className={styles.people}>
      <p className={styles.note}>Клавиши: З — за, П — против, В — воздержался</p>
      {all.map((voter) => {
        const own = ballots.find(({ member_id }) => member_id === voter.id)?.vote;
        return (
          // biome-ignore lint/a11y/useSemanticElements: one of many groups of three buttons
          <div
            key={voter.id}
            role="group"
            aria-label={voter.name}
            className={styles.voter}
            onKeyDown={(event) => onVoterKeyDown(event, voter)}
          >
            <bdi>{voter.name}</bdi>
            <span className={styles.actions}>
              {choices.map(({ value, title, cap }) => (
                <Button
                  key={value}
                  size="small"
                  variant={own === value ? 'primary' : 'outlined'}
                  aria-pressed={own === value}
                  aria-keyshortcuts={cap}
                  onClick={() => onCast(voter, value)}
                >
                  {title}
                </Button>
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** The warning of a vote without a quorum: it stays until it is answered, and the answer is kept with the vote. */
function QuorumAnswer({ votes, onChange }: Pick<VotesFormProps, 'votes' | 'onChange'>) {
  const { no_quorum } = votes;
  if (!no_quorum) return null;
  const { present, total, needed, answer } = no_quorum;
  const setAnswer = (next: 'counted' | 'mistaken' | null) =>
    onChange({ ...votes, no_quorum: { ...no_quorum, answer: next } });
  if (answer) {
    return (
      <p className={styles.actions}>
        <span className={styles.note}>
          {answer === 'counted' ? `Учтено без кворума: ${present} из ${total}` : 'Кворум был: отметка исправлена'}
        </span>
        <Button size="small" variant="quiet" onClick={() => setAnswer(null)}>
          Изменить ответ
        </Button>
      </p>
    );
  }
  return (
    <div role="alert" className={styles.actions}>
      <span className={styles.warning}>
        Кворума при голосовании не было: {present} из {total}, нужно {needed}. Голоса сохранены.
      </span>
      <Button size="small" data-quorum-answer="" onClick={() => setAnswer('counted')}>
        Учесть без кворума
      </Button>
      <Button size="small" onClick={() => setAnswer('mistaken')}>
        Кворум был
      </Button>
    </div>
  );
}
