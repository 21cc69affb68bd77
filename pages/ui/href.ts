export { href } from '../../server/domain/portal/href'
