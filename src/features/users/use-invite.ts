import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import { refreshPerson } from '#src/data/person/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';

/** Sends a person another link that sets the password. */
export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: User) => api(calls.inviteUser, { params: { id } }),
    onSuccess: (person, { email }) => {
      showToast('Приглашение отправлено ещё раз', { detail: email ?? undefined, tone: 'ok' });
      return refreshPerson(client, person);
    },
    onError: (error) => showToast('Приглашение не отправлено', { detail: errorWords(error).words, tone: 'bad' }),
  });
}
