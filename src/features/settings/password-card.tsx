import { useCurrentUser } from '#src/data/person/index.ts';
import { useForeignServer, useKnownCapability } from '#src/sync/index.ts';
import { Card, Skeleton } from '#src/ui/index.ts';
import { PasswordForm } from './password-form.tsx';
import { PasswordLink } from './password-link.tsx';

/** Another password: at once where the server can, else by the link that every one sends. */
export function PasswordCard() {
  const { data: me } = useCurrentUser();
  const changes = useKnownCapability('own-password');
  const isForeign = useForeignServer();
  if (changes === false && !isForeign) return null;
  return (
    <Card title="Пароль">
      {changes === undefined ? <Skeleton width="100%" height={336} /> : null}
      {changes ? <PasswordForm email={me?.email} /> : null}
      {changes === false ? <PasswordLink key={me?.email} email={me?.email} /> : null}
    </Card>
  );
}
