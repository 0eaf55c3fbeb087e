import { createFileRoute } from '@tanstack/react-router';
import { MissingScreen } from '../shared/ui/missing-screen.tsx';

/** Any path without a screen: with the navigation for users. */
export const Route = createFileRoute('/_user/$')({ component: MissingScreen });
