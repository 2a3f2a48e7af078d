/**
 * Choice whether mails are sent for a new meeting (`invite`), or for a change of one with invited people (`notify`).
 */
export type InviteChoice = 'invite' | 'notify';

const keyOf = (choice: InviteChoice) => `meeting-${choice}`;

/** Returns the last choice on this device; false, so that nothing is sent, before the first. */
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
    // Without storage, the next form starts without the choice.
  }
}
