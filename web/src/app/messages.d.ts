import type account from '../features/account/messages/en.json';
import type assistant from '../features/assistant/messages/en.json';
import type battle from '../features/battle/messages/en.json';
import type chat from '../features/chat/messages/en.json';
import type goal from '../features/goal/messages/en.json';
import type journal from '../features/journal/messages/en.json';
import type mcp from '../features/mcp/messages/en.json';
import type mosaic from '../features/mosaic/messages/en.json';
import type music from '../features/music/messages/en.json';
import type notification from '../features/notification/messages/en.json';
import type operations from '../features/operations/messages/en.json';
import type personalToken from '../features/personal-token/messages/en.json';
import type signIn from '../features/sign-in/messages/en.json';
import type today from '../features/today/messages/en.json';
import type webhook from '../features/webhook/messages/en.json';
import type wellbeing from '../features/wellbeing/messages/en.json';
import type chart from '../shared/chart/messages/en.json';
import type markdown from '../shared/markdown/messages/en.json';
import type mention from '../shared/mention/messages/en.json';
import type mood from '../shared/mood/messages/en.json';
import type problem from '../shared/problem/messages/en.json';
import type ui from '../shared/ui/messages/en.json';
import type { Language } from './language.ts';
import type app from './messages/en.json';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: {
      app: typeof app;
      operations: typeof operations;
      'personal-token': typeof personalToken;
      webhook: typeof webhook;
      mcp: typeof mcp;
      'sign-in': typeof signIn;
      notification: typeof notification;
      journal: typeof journal;
      account: typeof account;
      today: typeof today;
      chat: typeof chat;
      goal: typeof goal;
      wellbeing: typeof wellbeing;
      assistant: typeof assistant;
      music: typeof music;
      battle: typeof battle;
      mosaic: typeof mosaic;
      chart: typeof chart;
      markdown: typeof markdown;
      mention: typeof mention;
      mood: typeof mood;
      problem: typeof problem;
      ui: typeof ui;
    };
  }
}
