import type { BodyApproval } from '#contract/body.ts';
import type { QuorumRule } from '#contract/quorum.ts';
import type { PersonKey } from './demo-people.ts';
import type { TopicKey } from './demo-plan.ts';

/** A commission that meets about a topic, with the defaults of its meetings. */
export type DemoBody = {
  owner: PersonKey;
  topic: TopicKey;
  name: string;
  kind: string;
  questions: string[];
  quorum: QuorumRule;
  approval: BodyApproval | null;
};

export const demoBodies: DemoBody[] = [
  {
    owner: 'petrova',
    topic: 'contracts',
    name: 'Комиссия по договорной работе',
    kind: 'Заседание',
    questions: ['О выполнении решений прошлого заседания', 'О претензиях и задолженности', 'О новых договорах'],
    quorum: { share: 0.5, is_more: true },
    approval: null,
  },
  {
    owner: 'petrova',
    topic: 'safety',
    name: 'Комиссия по охране труда',
    kind: 'Заседание',
    questions: ['О результатах проверки рабочих мест', 'О происшествиях за месяц', 'О плане обучения'],
    quorum: { share: 2 / 3 },
    approval: { is_printed: true, position: 'генеральный директор', name: 'Иванов Сергей Петрович' },
  },
];
