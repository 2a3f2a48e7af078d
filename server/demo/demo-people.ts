import type { Role } from '#contract/roles.ts';

export const organization = 'ООО «Меридиан»';

export type DemoPerson = {
  email: string;
  role: Role;
  name: string;
  position: string;
  organization?: string;
  phone?: string;
  isBlocked?: boolean;
};

const colleague = (email: string, name: string, position: string): DemoPerson => ({
  email: `${email}@example.ru`,
  role: 'external',
  name,
  position,
});

/** Everyone of the demo by a short name; all have the demo's password. */
export const people = {
  admin: {
    email: 'admin@example.ru',
    role: 'admin',
    name: 'Соколов Андрей Николаевич',
    position: 'системный администратор',
  },
  manager: {
    email: 'manager@example.ru',
    role: 'manager',
    name: 'Белова Ирина Михайловна',
    position: 'начальник секретариата',
    phone: '+7 495 000-00-10',
  },
  petrova: {
    email: 'secretary@example.ru',
    role: 'secretary',
    name: 'Петрова Анна Андреевна',
    position: 'секретарь совещаний',
    phone: '+7 495 000-00-12',
  },
  vasilyeva: {
    email: 'o.vasilyeva@example.ru',
    role: 'secretary',
    name: 'Васильева Ольга Игоревна',
    position: 'секретарь правления',
  },
  tikhonov: {
    email: 'm.tikhonov@example.ru',
    role: 'secretary',
    name: 'Тихонов Максим Юрьевич',
    position: 'секретарь технического совета',
  },
  guseva: { email: 'n.guseva@example.ru', role: 'secretary', name: 'Гусева Наталья Сергеевна', position: 'секретарь' },
  krylova: {
    email: 'd.krylova@example.ru',
    role: 'secretary',
    name: 'Крылова Дарья Олеговна',
    position: 'секретарь',
    isBlocked: true,
  },
  external: {
    email: 'external@example.ru',
    role: 'external',
    name: 'Смирнов Павел Олегович',
    position: 'ведущий аудитор',
    organization: 'АО «Аудит-Контроль»',
  },
  ivanov: colleague('s.ivanov', 'Иванов Сергей Петрович', 'генеральный директор'),
  orlova: colleague('e.orlova', 'Орлова Елена Викторовна', 'финансовый директор'),
  kim: colleague('d.kim', 'Ким Дмитрий Александрович', 'начальник отдела снабжения'),
  zhukov: colleague('n.zhukov', 'Жуков-Вережников Николай Николаевич', 'главный инженер'),
  elkina: colleague('m.elkina', 'Ёлкина Мария Ивановна', 'начальник юридического отдела'),
  yashin: colleague('l.yashin', 'Яшин Лев Иванович', 'начальник склада'),
  fomin: colleague('a.fomin', 'Фомин Алексей Романович', 'руководитель отдела ИТ'),
  lebedeva: colleague('t.lebedeva', 'Лебедева Татьяна Павловна', 'директор по персоналу'),
  morozov: colleague('i.morozov', 'Морозов Илья Денисович', 'коммерческий директор'),
  rakhimova: colleague('g.rakhimova', 'Рахимова Гульнара Тимуровна', 'специалист по охране труда'),
  nikitin: {
    ...colleague('v.nikitin', 'Никитин Виктор Семёнович', 'руководитель проекта'),
    organization: 'ООО «СтройПодряд»',
  },
} satisfies Record<string, DemoPerson>;

export type PersonKey = keyof typeof people;
