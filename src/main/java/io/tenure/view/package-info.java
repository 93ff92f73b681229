/** Shows operators what there is to see: meters, health, the dashboard. */
@NullMarked
package io.tenure.view;

import org.jspecify.annotations.NullMarked;
