import { Card } from '#src/components/card.tsx';
import { useCurrentUser } from '#src/lib/queries/current-user.ts';
import { useCapability } from '#src/lib/use-capability.ts';
import { useForeignServer } from '#src/lib/use-foreign-server.ts';
import { PasswordForm } from './password-form.tsx';
import { PasswordLink } from './password-link.tsx';

/** Another password: at once where the server can, else by the link that every one sends. */
export function PasswordCard() {
  const { data: me } = useCurrentUser();
  const changes = useCapability('own-password');
  const isForeign = useForeignServer();
  if (!changes && !isForeign) return null;
  return (
    <Card title="Пароль">
      {changes ? <PasswordForm email={me?.email} /> : <PasswordLink key={me?.email} email={me?.email} />}
    </Card>
  );
}
