export { findHavingAssistantDrop, sendAssistantDrop } from './assistant-drop.actions.ts';
