import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { meQuery } from '../../../app/session/queries.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { NewSecret } from '../../../shared/ui/new-secret.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { type NewPersonalToken, useCreateToken } from '../api/tokens.ts';
import { TokenForm } from '../components/token-form.tsx';
import { parseScopes } from '../scopes.rules.ts';

/** Creates a token, and shows its secret once. `scopes` of the address are chosen already. */
export function NewTokenScreen({ scopes }: { scopes: string | undefined }) {
  const t = useTranslations('personal-token');
  const { data: me } = useSuspenseQuery(meQuery);
  const create = useCreateToken();
  const askForSignIn = useFreshSignIn();
  const run = (token: NewPersonalToken) =>
    create.mutate(token, { onError: (error) => void askForSignIn(error, () => run(token)) });
  return (
    <>
      <ScreenHeader title={t('newTitle')} />
      {create.isSuccess ? (
        <NewSecret
          title={t('secretTitle', { name: create.data.token.name })}
          text={t('secretText')}
          secret={create.data.secret}
          hint={t.rich('secretHint', { code: (chunks) => <code>{chunks}</code> })}
        >
          <ButtonLink to="/me/tokens">{t('kept')}</ButtonLink>
        </NewSecret>
      ) : (
        <TokenForm
          scopes={parseScopes(scopes)}
          isSuperAdmin={me.profile.role === 'super_admin'}
          isPending={create.isPending}
          error={needsFreshSignIn(create.error) ? null : create.error}
          onCreate={run}
        />
      )}
    </>
  );
}
