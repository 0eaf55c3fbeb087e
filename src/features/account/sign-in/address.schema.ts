import Type from 'typebox';
import { AccountEmail } from './sign-in.schema.ts';

export const VerificationRequest = Type.Object({ email: AccountEmail }, { title: 'VerificationRequest' });

export const AddressChange = Type.Object({ newEmail: AccountEmail }, { title: 'AddressChange' });
