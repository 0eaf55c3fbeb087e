import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { analysesQuery, assistantQuery } from '../features/assistant/api/queries.ts';
import { AssistantScreen } from '../features/assistant/screens/assistant-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/assistant')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(assistantQuery),
      queryClient.ensureInfiniteQueryData(analysesQuery),
      loadTexts('assistant', currentLanguage()),
    ]),
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Assistant,
});

function Assistant() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { read_notes_enabled, check_in_enabled } = me.profile;
  return (
    <Texts of="assistant">
      <AssistantScreen isReading={read_notes_enabled} isWriting={check_in_enabled} />
    </Texts>
  );
}
