import Type, { type Static } from 'typebox';
import { FileInBody } from '../../platform/http/upload/upload.ts';

export const AvatarForm = Type.Object({ avatar: FileInBody }, { title: 'AvatarForm' });
export type AvatarForm = Static<typeof AvatarForm>;
