/** Whether mails are written with a new meeting (`invite`), or with a change of one that people are invited to (`notify`). */
export type InviteChoice = 'invite' | 'notify';

const keyOf = (choice: InviteChoice) => `meeting-${choice}`;

/** What was chosen last on this device; nothing is sent before it was. */
export function rememberedChoice(choice: InviteChoice): boolean {
  try {
    return localStorage.getItem(keyOf(choice)) === 'yes';
  } catch {
    return false;
  }
}

export function rememberChoice(choice: InviteChoice, isOn: boolean): void {
  try {
    localStorage.setItem(keyOf(choice), isOn ? 'yes' : 'no');
  } catch {
    // A device that keeps nothing asks again.
  }
}
