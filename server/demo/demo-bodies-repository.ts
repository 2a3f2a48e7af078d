import { uuidv7 } from 'uuidv7';
import type { BodyApproval } from '#contract/bodies/body.ts';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import { type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { bodies, bodyMembers } from '#server/schema/bodies.ts';
import type { PersonKey } from './demo-people.ts';
import { type TopicKey, topicOf } from './demo-plan.ts';

type Ids = Record<PersonKey, string>;

/** Returns the body that holds somebody's meetings about a topic; null if none does. */
export type BodyOf = (owner: PersonKey, topic: TopicKey) => string | null;

/** Inserts the bodies with the people of their topics. */
export async function insertBodies(db: Db, ids: Ids): Promise<BodyOf> {
  const known = new Map<string, string>();
  for (const { owner, topic, name, questions, ...rest } of demoBodies) {
    const id = uuidv7();
    known.set(`${owner} ${topic}`, id);
    const { place, chairman, present, invited = [], absent = [] } = topicOf(topic);
    const agenda = questions.map((title) => ({ id: uuidv7(), title }));
    await db
      .insert(bodies)
      .values({ ...rest, id, ownerId: ids[owner], name, nameKey: searchKeyOf(name), place, agenda });
    const people = [
      { person: chairman, kind: 'chairman' as const },
      { person: owner, kind: 'secretary' as const },
      ...[...present, ...absent].map((person) => ({ person, kind: 'present' as const })),
      ...invited.map((person) => ({ person, kind: 'invited' as const })),
    ];
    const rows = people.map(({ person, kind }, order) => ({ bodyId: id, userId: ids[person], kind, place: order }));
    await db.insert(bodyMembers).values(rows);
  }
  return (owner, topic) => known.get(`${owner} ${topic}`) ?? null;
}

/** A commission that meets about a topic, with the defaults of its meetings. */
type DemoBody = {
  owner: PersonKey;
  topic: TopicKey;
  name: string;
  kind: string;
  questions: string[];
  quorum: QuorumRule;
  approval: BodyApproval | null;
};

const demoBodies: DemoBody[] = [
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
