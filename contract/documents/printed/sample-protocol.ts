import type { DocumentInput } from './document-input.ts';

const ivanov = { id: 'p1', name: 'Иванов Сергей Петрович', position: 'генеральный директор' };
const orlova = { id: 'p2', name: 'Орлова Елена Викторовна', position: 'финансовый директор' };
const petrova = { id: 'p3', name: 'Петрова Анна Андреевна', position: 'секретарь' };
const kim = { id: 'p4', name: 'Ким Дмитрий Александрович', position: 'начальник отдела снабжения' };

/** A protocol with every kind of content, for tests and for the preview of a template. */
export const sampleProtocol: DocumentInput = {
  stage: 'final',
  number: '12',
  title: 'Совещание по бюджету на I квартал 2027 года',
  heldAt: '2026-11-20T10:00:00+03:00',
  endedAt: '2026-11-20T11:30:00+03:00',
  place: 'Москва, переговорная 4',
  organization: 'ООО «Меридиан»',
  chairman: ivanov,
  secretary: petrova,
  members: [
    { ...ivanov, kind: 'chairman' },
    { ...petrova, kind: 'secretary' },
    { ...orlova, kind: 'present' },
    { ...kim, kind: 'present' },
    { id: 'p5', name: 'Ёлкина Мария Ивановна', position: 'юрист', kind: 'present' },
    { id: 'p6', name: 'Жуков-Вережников Николай Николаевич', position: 'главный инженер', kind: 'present' },
    { id: 'p7', name: 'Смирнов Павел', position: 'аудитор', organization: 'АО «Аудит-Контроль»', kind: 'invited' },
    { id: 'p8', name: 'Яшин Лев Иванович', position: 'начальник склада', kind: 'absent' },
  ],
  agenda: [
    {
      id: 'a1',
      title: 'О смете на первый квартал',
      speaker: orlova,
      listened: 'Расходы растут на 8 % - основная причина: аренда второго склада и индексация договоров.',
      discussion:
        'Ким Д. А. - предложил сократить командировки.\nЖуков-Вережников Н. Н. - поддержал: "Сначала ремонт линии".',
      decisions: [
        { text: 'Утвердить смету с сокращением расходов на командировки на 12 %', at: 760 },
        { text: 'Принять к сведению отчёт об исполнении бюджета за 9 месяцев.' },
      ],
      votes: { for: 5, against: 0, abstained: 1 },
    },
    {
      id: 'a2',
      title: 'О договоре с подрядчиком',
      speaker: kim,
      listened: 'Подрядчик предложил рассрочку без удорожания.',
      decisions: [{ text: 'Согласовать договор на условиях рассрочки', at: 3725 }],
    },
  ],
  tasks: [
    {
      title: 'Подготовить отчёт по аренде',
      agenda_id: 'a1',
      assignee: orlova,
      due_at: '2026-11-27T18:00:00+03:00',
      evidence: { start: 845 },
    },
    { title: 'Разослать протокол участникам', assignee: petrova, due_at: '2026-11-24T18:00:00+03:00' },
  ],
};
