import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { FirstRunScreen } from '../features/operations/screens/first-run-screen.tsx';
import { configQuery, findMe } from '../features/sign-in/api/queries.ts';
import { WelcomeLayout } from '../features/sign-in/components/welcome-layout.tsx';

/** Where the link of the start leads: `/welcome#<code>`. What follows # is sent to no server. */
export const Route = createFileRoute('/welcome')({
  loader: async ({ context: { queryClient } }) => {
    const [config, me] = await Promise.all([
      queryClient.ensureQueryData(configQuery),
      findMe(queryClient),
      loadTexts('operations', currentLanguage()),
    ]);
    const { kind, issuer } = config.sign_in;
    return { userName: me?.profile.full_name ?? null, issuer: kind === 'external' ? issuer : null };
  },
  component: () => (
    <Texts of="operations">
      <Welcome />
    </Texts>
  ),
});

function Welcome() {
  const t = useTranslations('operations.firstRun');
  const navigate = Route.useNavigate();
  const code = useLocation({ select: ({ hash }) => hash });
  return (
    <WelcomeLayout title={t('title')}>
      <FirstRunScreen
        {...Route.useLoaderData()}
        code={code}
        onCode={(hash) => navigate({ hash, replace: true })}
        onDone={() => navigate({ to: '/admin/setup', replace: true })}
      />
    </WelcomeLayout>
  );
}
