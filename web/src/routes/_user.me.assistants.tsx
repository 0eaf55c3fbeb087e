import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { isForMcp } from '../features/mcp/scopes.rules.ts';
import { McpScreen } from '../features/mcp/screens/mcp-screen.tsx';
import { tokensQuery } from '../features/personal-token/api/queries.ts';
import { TokenUses } from '../features/personal-token/components/token-uses.tsx';
import { RecentSignIn } from '../features/sign-in/components/recent-sign-in.tsx';
import { VerifyFirst } from '../features/sign-in/components/verify-first.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/assistants')({
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(tokensQuery),
      loadTexts('mcp', currentLanguage()),
      loadTexts('personal-token', currentLanguage()),
    ]),
  pendingComponent: ListSkeleton,
  component: Mcp,
});

function Mcp() {
  const { data: tokens } = useSuspenseQuery(tokensQuery);
  const usable = tokens.filter((token) => !token.is_expired && isForMcp(token.scopes));
  return (
    <RecentSignIn>
      <VerifyFirst>
        <Texts of="mcp">
          <McpScreen
            tokens={
              usable.length === 0 ? null : (
                <Texts of="personal-token">
                  <TokenUses tokens={usable} />
                </Texts>
              )
            }
          />
        </Texts>
      </VerifyFirst>
    </RecentSignIn>
  );
}
