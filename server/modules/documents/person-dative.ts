import { getGender, inclineLastname } from 'lvovich';
import { surnameFirst } from './person-name.ts';
import { noBreak, tidy } from './russian-text.ts';

type Gender = 'male' | 'female';

/**
 * «Иванову С. П.»: to whom. Undefined where the gender cannot be known, or where a surname may lose a vowel in a way that
 * only its bearer knows («Швецу», «Кравцу»): better not declined than wrongly.
 */
export function dativeOf(name: string | null | undefined): string | undefined {
  const entered = tidy(name);
  const [surname = '', ...rest] = surnameFirst(entered).split(noBreak);
  if (rest.length === 0) return undefined;
  const gender = genderOf(entered, surname);
  if (!gender || (gender === 'male' && isDoubtful(surname))) return undefined;
  return [inclineLastname(surname, 'dative', gender), ...rest].join(noBreak);
}

/** By the patronymic, else the name; of a name with initials by a surname that one gender alone bears. */
function genderOf(name: string, surname: string): Gender | undefined {
  if (/(?:оглы|углы)$/iu.test(name)) return 'male';
  if (/(?:кызы|гызы)$/iu.test(name)) return 'female';
  if (name.includes('.')) {
    if (/(?:[оеё]в|[иы]н|[сц]кий|[сц]кой)$/u.test(surname)) return 'male';
    return /(?:[оеё]ва|[сц]кая)$/u.test(surname) ? 'female' : undefined;
  }
  const [, first, middle] = name.split(' ');
  const gender = getGender({ first, middle });
  return gender === 'male' || gender === 'female' ? gender : undefined;
}

/** «Соловей», «Павел», «Лев», «Бонч-Бруевич»: whether and how they are declined is not told by their endings. */
function isDoubtful(surname: string): boolean {
  const [first = '', ...others] = surname.split('-');
  if (/(?:[еяё]ц|[оеё]к|[еёо]л|[еоё]нь|[ео]ть|ей|^лев)$/iu.test(surname)) return true;
  return others.length > 0 && !/(?:[оеё]в|[иы]н|ий|ый)$/u.test(first);
}
