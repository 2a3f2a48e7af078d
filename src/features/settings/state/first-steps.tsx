import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ServerState, TestedPart } from '#contract/state/state.ts';
import { uncapitalized } from '#contract/text/capitalized.ts';
import { serverStateQuery } from '#src/data/provider/index.ts';
import { ButtonLink, Card, classNames, FigureLink, Icon } from '#src/ui/index.ts';
import { connectionId } from './connection-id.ts';
import styles from './state-tab.module.css';

interface FirstStep {
  title: string;
  why: ReactNode;
  isDone: boolean;
  /** Where in the app the step is done, or told how to be done on the server. */
  to: string;
  /** Element of this screen that `to` leads to. */
  beneath?: string;
}

/** Steps for an administrator on the first day; renders nothing once all are done. */
export function FirstSteps({ state }: { state: ServerState }) {
  const steps = firstSteps(state);
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <Card title={`С чего начать: сделано ${steps.length - left} из ${steps.length}`}>
      <ol className={styles.steps}>
        {steps.map(({ title, why, isDone, to, beneath }) => (
          <li key={title} className={classNames(styles.step, isDone && styles.done)}>
            <Icon of={isDone ? Check : Circle} />
            <div className={styles.words}>
              <p className={styles.name}>
                {isDone ? (
                  title
                ) : (
                  <Link
                    to={to}
                    preventScrollReset={beneath !== undefined}
                    onClick={() => beneath && document.getElementById(beneath)?.focus()}
                  >
                    {title}
                  </Link>
                )}
                {isDone ? <span className={styles.note}>сделано</span> : null}
              </p>
              {isDone ? null : <p className={styles.note}>{why}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const fewMinutesMs = 5 * 60_000;

/** Link to these steps on an administrator's start screen. */
export function FirstStepsCard() {
  // On the start screen older data is good enough; the tab itself reads the state anew.
  const { data: state } = useQuery({ ...serverStateQuery(), staleTime: fewMinutesMs });
  const steps = state ? firstSteps(state) : [];
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  return (
    <Card title="Подготовка к работе">
      <p>
        Осталось:{' '}
        <FigureLink to="/main/settings?tab=state">
          {steps.filter(({ isDone }) => !isDone).length} из {steps.length}
        </FigureLink>
        . Дальше&nbsp;— <Link to={next.to}>{uncapitalized(next.title)}</Link>.
      </p>
      <ButtonLink size="small" className={styles.below} to="/main/settings?tab=state">
        С чего начать
      </ButtonLink>
    </Card>
  );
}

/** Place of a step among the connections of this tab. */
function onThisTab(part: TestedPart): Pick<FirstStep, 'to' | 'beneath'> {
  return { to: '/main/settings?tab=state', beneath: connectionId(part) };
}

function firstSteps({ organization, mail, speech, people }: ServerState): FirstStep[] {
  return [
    {
      title: 'Назвать организацию',
      why: 'Её название печатается в шапке протоколов; там же — кто утверждает и подписывает.',
      isDone: organization,
      to: '/main/settings?tab=documents',
    },
    {
      title: 'Подключить почту',
      why: (
        <>
          Иначе приглашения и протоколы остаются на сервере: задайте ему <code>SMTP_URL</code> и <code>MAIL_FROM</code>,
          перезапустите и нажмите «Проверить».
        </>
      ),
      isDone: mail.connected,
      ...onThisTab('mail'),
    },
    {
      title: 'Подключить распознавание речи',
      why: 'Тогда запись встречи сама превращается в расшифровку: как это сделать, сказано ниже, в «Подключениях».',
      isDone: speech.connected,
      ...onThisTab('speech'),
    },
    {
      title: 'Добавить людей',
      why: 'Руководителей и секретарей: каждый получит приглашение и сам задаст пароль.',
      isDone: people > 1,
      to: '/main/settings/users',
    },
  ];
}
