import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/me/screens/account-screen.tsx';

export const Route = createFileRoute('/_user/me/account')({ component: AccountScreen });
