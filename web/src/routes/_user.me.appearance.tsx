import { createFileRoute } from '@tanstack/react-router';
import { AppearanceScreen } from '../features/account/screens/appearance-screen.tsx';

export const Route = createFileRoute('/_user/me/appearance')({ component: AppearanceScreen });
