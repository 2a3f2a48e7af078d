import { getGender, inclineLastname } from 'lvovich';

export type NameCase = 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional';
type Gender = 'male' | 'female';

/**
 * Declines a surname by the full name of its bearer: «Иванов» of «Иванов Сергей Петрович» in the dative is «Иванову».
 * Returns undefined if the gender is unknown, or if the surname may lose a vowel in a way that only its bearer knows
 * («Швецу», «Кравцу»): better not declined than wrongly.
 * @param name the full name, words separated by single spaces
 */
export function surnameInCase(name: string, surname: string, nameCase: NameCase): string | undefined {
  const gender = genderOf(name, surname);
  if (!gender || (gender === 'male' && isDoubtful(surname))) return undefined;
  return inclineLastname(surname, nameCase, gender);
}

/** Returns the gender by the patronymic, else the first name; with initials, by a surname that only one gender has. */
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

/** Whether the declension does not follow from the ending: «Соловей», «Павел», «Лев», «Бонч-Бруевич». */
function isDoubtful(surname: string): boolean {
  const [first = '', ...others] = surname.split('-');
  // «Рой» and «Кий» look like adjectives.
  if (/^[^аеёиоуыэюя]*[ои]й$/iu.test(surname) && !/^цой$/iu.test(surname)) return true;
  if (/(?:усь|[еяё]ц|[оеё]к|[еёо]л|[еоё]нь|[ео]ть|ей|^лев)$/iu.test(surname)) return true;
  return others.length > 0 && !/(?:[оеё]в|[иы]н|ий|ый)$/u.test(first);
}
