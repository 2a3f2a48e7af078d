/** A numbered line: «1. О бюджете», «2) Разное». */
const numbered = /^(\d{1,3})\s*[.)]\s*(\S.*)/;

/**
 * Returns the agenda items that a meeting's description plans: its numbered lines, if they count from one. Other
 * numbers, such as a house number in an address, are ignored.
 */
export function plannedQuestions(description: string | null | undefined): string[] {
  const questions: string[] = [];
  for (const line of (description ?? '').split(/\r?\n/)) {
    const [, number, title = ''] = numbered.exec(line.trim()) ?? [];
    if (Number(number) === questions.length + 1) questions.push(title);
  }
  return questions;
}
