export { load, texts } from '../importantdate/page.server'
